import { boxOffice } from './box-office/es.ts'
import { gate } from './gate/es.ts'
import { hours } from './hours/es.ts'
import { office } from './office/es.ts'
import { report } from './report/es.ts'
import { shell } from './shell/es.ts'
import type { DeskTexts } from './texts.ts'

export const es: DeskTexts = { shell, hours, boxOffice, gate, office, report }
