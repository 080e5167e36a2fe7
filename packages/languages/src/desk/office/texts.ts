export type OfficeTexts = Readonly<{
  title: string
}>
