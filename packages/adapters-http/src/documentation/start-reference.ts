// The parts of Swagger UI that the reference uses.
type Tree = { get: (key: string) => unknown; getIn: (path: readonly string[]) => unknown }
type Element = Readonly<{ element: true }>
type Component<Props> = (props: Props) => Element
type CreateElement = <Props>(
  component: string | Component<Props>,
  props: Props | null,
  ...children: readonly (Element | string)[]
) => Element
type System = { React: { createElement: CreateElement } }
type ResponseProps = Readonly<{
  code: string
  className: string
  response: Tree
  getComponent: (name: string, container: boolean) => Component<Readonly<{ source: unknown }>>
}>
type Examples = { toJS: () => Record<string, Readonly<{ summary: string; value: Readonly<{ type: string }> }>> }
type Credentials = Readonly<{ value?: Readonly<{ username?: string; password?: string }> }>

declare const SwaggerUIBundle: (options: object) => void

/** Starts Swagger UI in a browser. The browser gets the source text of this function, so it uses nothing from outside. */
export const startReference = (documentUrl: string): void => {
  /** An error response as one line that expands to an example of each of its problems. */
  const errorResponse =
    (Original: Component<ResponseProps>, { React: { createElement } }: System): Component<ResponseProps> =>
    (props) => {
      const { code, className, response, getComponent } = props
      const examples = response.getIn(['content', 'application/problem+json', 'examples']) as Examples | undefined
      if (examples === undefined) return createElement(Original, props)
      const problems = Object.values(examples.toJS())
      const shown = problems.map(({ summary, value }) =>
        createElement(
          'div',
          { key: summary },
          createElement('a', { href: value.type, target: '_blank' }, summary),
          createElement('pre', { className: 'example' }, JSON.stringify(value, null, 2)),
        ),
      )
      return createElement(
        'tr',
        { className: `response ${className}`, 'data-code': code },
        createElement('td', { className: 'response-col_status' }, code),
        createElement(
          'td',
          { className: 'response-col_description' },
          createElement(
            'details',
            null,
            createElement('summary', null, problems.map(({ summary }) => summary).join(' · ')),
            createElement(getComponent('Markdown', true), { source: response.get('description') }),
            ...shown,
          ),
        ),
      )
    }

  const foldedHeaders =
    <Props>(Original: Component<Props>, { React: { createElement } }: System): Component<Props> =>
    (props) =>
      createElement('details', null, createElement('summary', null, 'Headers'), createElement(Original, props))

  // Swagger UI would encode each character of the credentials as one byte, not as UTF-8.
  const utf8 = (text = '') => String.fromCharCode(...new TextEncoder().encode(text))

  SwaggerUIBundle({
    url: documentUrl,
    dom_id: '#reference',
    deepLinking: true,
    validatorUrl: null,
    tryItOutEnabled: true,
    // Keeps the browser from asking for a password itself, and from storing one.
    requestInterceptor: (request: object) => Object.assign(request, { credentials: 'omit' }),
    plugins: [
      {
        wrapComponents: { response: errorResponse, headers: foldedHeaders },
        statePlugins: {
          auth: {
            wrapActions: {
              authorize: (set: (credentials: unknown) => unknown) => (credentials: Record<string, Credentials>) =>
                set(
                  Object.fromEntries(
                    Object.entries(credentials).map(([name, { value, ...others }]) => [
                      name,
                      { ...others, value: { username: utf8(value?.username), password: utf8(value?.password) } },
                    ]),
                  ),
                ),
            },
          },
        },
      },
    ],
  })
}
