import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: '開館時間',
  today: '本日',
  closed: '休館',
  nextDays: '今後の日程',
  events: '特別イベント',
  noEvents: 'この期間に特別イベントはありません。',
  generalEntry: '入館',
  date: '日付',
  openingHours: '開館時間',
  places: '残席',
  placesLeft: (places) => `残り${places}席`,
  unlimited: '制限なし',
  soldOut: '売り切れ',
}
