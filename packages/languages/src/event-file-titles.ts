import type { Language } from './language.ts'

/**
 * The titles of the columns in the template of a file of events, by the members of the API. An import reads those of all languages.
 */
export const eventFileTitles: Readonly<
  Record<Language, Readonly<Record<'name' | 'location' | 'eventDescription' | 'dates' | 'price' | 'capacity', string>>>
> = {
  en: {
    name: 'Name',
    location: 'Location',
    eventDescription: 'Description',
    dates: 'Dates',
    price: 'Price',
    capacity: 'Places',
  },
  de: {
    name: 'Name',
    location: 'Ort',
    eventDescription: 'Beschreibung',
    dates: 'Termine',
    price: 'Preis',
    capacity: 'Plätze',
  },
  fr: {
    name: 'Nom',
    location: 'Lieu',
    eventDescription: 'Description',
    dates: 'Dates',
    price: 'Prix',
    capacity: 'Places',
  },
  es: {
    name: 'Nombre',
    location: 'Lugar',
    eventDescription: 'Descripción',
    dates: 'Fechas',
    price: 'Precio',
    capacity: 'Plazas',
  },
  ja: { name: '名前', location: '場所', eventDescription: '説明', dates: '日程', price: '価格', capacity: '定員' },
}
