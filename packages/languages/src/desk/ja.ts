import { boxOffice } from './box-office/ja.ts'
import { gate } from './gate/ja.ts'
import { hours } from './hours/ja.ts'
import { office } from './office/ja.ts'
import { report } from './report/ja.ts'
import { shell } from './shell/ja.ts'
import type { DeskTexts } from './texts.ts'

export const ja: DeskTexts = { shell, hours, boxOffice, gate, office, report }
