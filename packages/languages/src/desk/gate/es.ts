import type { GateTexts } from './texts.ts'

export const gate: GateTexts = {
  title: 'Acceso',
}
