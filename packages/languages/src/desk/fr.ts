import { boxOffice } from './box-office/fr.ts'
import { gate } from './gate/fr.ts'
import { hours } from './hours/fr.ts'
import { office } from './office/fr.ts'
import { report } from './report/fr.ts'
import { shell } from './shell/fr.ts'
import type { DeskTexts } from './texts.ts'

export const fr: DeskTexts = { shell, hours, boxOffice, gate, office, report }
