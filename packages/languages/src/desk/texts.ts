import type { BoxOfficeTexts } from './box-office/texts.ts'
import type { GateTexts } from './gate/texts.ts'
import type { HoursTexts } from './hours/texts.ts'
import type { OfficeTexts } from './office/texts.ts'
import type { ReportTexts } from './report/texts.ts'
import type { ShellTexts } from './shell/texts.ts'

/** All texts of the desk in one language, by the part of it that shows them. */
export type DeskTexts = Readonly<{
  shell: ShellTexts
  hours: HoursTexts
  boxOffice: BoxOfficeTexts
  gate: GateTexts
  office: OfficeTexts
  report: ReportTexts
}>
