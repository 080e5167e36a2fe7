/** A block of code in a Markdown document. */
export type CodeBlock = Readonly<{ language: string; text: string; line: number }>

/** The blocks of code of a Markdown document, in their order. */
export const codeBlocks = (markdown: string): readonly CodeBlock[] =>
  [...markdown.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: markdown.slice(0, index).split('\n').length,
  }))
