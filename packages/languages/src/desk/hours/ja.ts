import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: '開館時間',
  today: '本日',
  from: '開始日',
  closed: '休館',
  generalEntry: '入館',
  placesLeft: (places) => `残り${places}席`,
  soldOut: '売り切れ',
}
