/**
 * An example of a parameter that the API reference does not fill in: one that is optional, or an identifier that no museum
 * has. As `examples`: the reference fills in an `example`.
 */
export const withExample = (example: string) => ({ example: undefined, examples: [example] })
