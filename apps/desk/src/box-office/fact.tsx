import type { ComponentChildren } from 'preact'

/** A name with its value, in a `dl`. A value that people have written stands in a `bdi`. */
export const Fact = ({ name, children }: Readonly<{ name: string; children: ComponentChildren }>) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
