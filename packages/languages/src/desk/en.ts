import { boxOffice } from './box-office/en.ts'
import { gate } from './gate/en.ts'
import { hours } from './hours/en.ts'
import { office } from './office/en.ts'
import { report } from './report/en.ts'
import { shell } from './shell/en.ts'
import type { DeskTexts } from './texts.ts'

export const en: DeskTexts = { shell, hours, boxOffice, gate, office, report }
