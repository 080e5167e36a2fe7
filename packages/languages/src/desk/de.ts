import { boxOffice } from './box-office/de.ts'
import { gate } from './gate/de.ts'
import { hours } from './hours/de.ts'
import { office } from './office/de.ts'
import { report } from './report/de.ts'
import { shell } from './shell/de.ts'
import type { DeskTexts } from './texts.ts'

export const de: DeskTexts = { shell, hours, boxOffice, gate, office, report }
