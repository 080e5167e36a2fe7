import type { BoxOfficeTexts } from './texts.ts'

export const boxOffice: BoxOfficeTexts = {
  title: '窓口',
}
