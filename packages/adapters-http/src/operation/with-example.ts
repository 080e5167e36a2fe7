/**
 * An example of a query parameter that limits a list. As `examples` and not `example`: the API reference would fill that in,
 * and the list would be empty.
 */
export const withExample = (example: string) => ({ example: undefined, examples: [example] })
