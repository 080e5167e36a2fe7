export type GateTexts = Readonly<{
  title: string
}>
