export type BoxOfficeTexts = Readonly<{
  title: string
}>
