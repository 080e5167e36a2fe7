import type { OfficeTexts } from './texts.ts'

export const office: OfficeTexts = {
  title: 'Office',
}
