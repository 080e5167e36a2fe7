// The parts of Swagger UI that the reference uses.
type Tree = { get: (key: string) => unknown; getIn: (path: readonly string[]) => unknown; toJS: () => unknown }
type Element = Readonly<{ element: true }>
type Component<Props> = (props: Props) => Element
type CreateElement = <Props>(
  component: string | Component<Props>,
  props: Props | null,
  ...children: readonly (Element | string)[]
) => Element
type System = {
  React: { createElement: CreateElement }
  specSelectors: { specJson: () => Tree }
  specActions: { changeParam: (pathMethod: PathMethod, name: string, location: string, value: string) => void }
  oas3Selectors: { requestBodyValue: (...pathMethod: PathMethod) => unknown }
  oas3Actions: { setRequestBodyValue: (body: RequestBody) => void }
}
type PathMethod = readonly [path: string, method: string]
type RequestBody = Readonly<{ value: unknown; pathMethod: PathMethod }>
type ResponseProps = Readonly<{
  code: string
  className: string
  response: Tree
  getComponent: (name: string, container: boolean) => Component<Readonly<{ source: unknown }>>
}>
type Example = Readonly<{ summary: string; value: Readonly<{ type: string }> }>
type Operation = Readonly<{ parameters?: readonly Readonly<{ name: string; in: string }>[]; requestBody?: object }>
type Credentials = Readonly<{ value?: Readonly<{ username?: string; password?: string }> }>
type Json = Readonly<Record<string, unknown>>

declare const SwaggerUIBundle: (options: object) => void

/**
 * Starts Swagger UI in a browser. The browser gets the source text of this function, so it uses nothing from outside.
 * It fills the identifiers of the latest responses into the parameters and bodies of requests, so that a reader need not
 * copy the identifier of a listed event or a bought ticket.
 */
export const startReference = (documentUrl: string): void => {
  /** The identifiers of the latest responses, by their names. */
  const latest = new Map<string, string>()
  /**
   * The texts that these identifiers replace in the body of a request: the values of examples, and identifiers that
   * were filled in before.
   */
  const replaceable = new Set(['01940000-0000-7000-8000-000000000001', 'ticket-event-e5e5gh-jk234'])

  /** The identifiers in the body of a response. In a list, those of the first entry that has them. */
  const identifiersIn = (body: unknown): ReadonlyMap<string, string> => {
    const found = new Map<string, string>()
    for (const entry of [body].flat() as (Json | null)[]) {
      if (typeof entry !== 'object' || entry === null) continue
      // A scan that did not admit cannot be reverted.
      const { admissionId: _, ...others } = entry
      const [ticket] = [entry['ticket'] ?? entry['tickets'] ?? []].flat() as Json[]
      const members: Json = { ...ticket, ...(entry['admitted'] === false ? others : entry) }
      for (const name of [
        'eventId',
        'ticketId',
        'orderId',
        'admissionId',
        'webhookId',
        'deliveryId',
        'confirmationCode',
      ]) {
        const value = members[name]
        if (!found.has(name) && (typeof value === 'string' || typeof value === 'number')) found.set(name, String(value))
      }
      if (found.get('eventId') === members['eventId'] && Array.isArray(members['dates']) && !found.has('eventDate')) {
        const dates = members['dates'] as string[]
        const today = new Date().toISOString().slice(0, 10)
        found.set('eventDate', dates.find((date) => date > today) ?? dates[0]!)
      }
    }
    return found
  }

  /** The JSON of a request, with the latest identifiers filled in. */
  const withLatest = (text: unknown): unknown => {
    if (typeof text !== 'string') return text
    const body = parsed(text)
    const isStale = (value: unknown, name: string) =>
      typeof value === 'string' && replaceable.has(value) && latest.has(name) && latest.get(name) !== value
    const ofLatestEvent = (item: Json): Json =>
      isStale(item['eventId'], 'eventId')
        ? { ...item, eventId: latest.get('eventId'), ticketDate: latest.get('eventDate') }
        : item
    const items = body?.['items']
    if (isStale(body?.['eventId'], 'eventId')) return JSON.stringify(ofLatestEvent(body!), null, 2)
    if (Array.isArray(items) && items.some((item: Json) => ofLatestEvent(item) !== item))
      return JSON.stringify({ ...body, items: items.map(ofLatestEvent) }, null, 2)
    if (isStale(body?.['code'], 'confirmationCode'))
      return JSON.stringify({ ...body, code: latest.get('confirmationCode') }, null, 2)
    return text
  }
  const parsed = (text: string): Json | undefined => {
    try {
      return JSON.parse(text) as Json
    } catch {
      return undefined
    }
  }

  const fillIn = ({ specSelectors, specActions, oas3Selectors, oas3Actions }: System) => {
    const paths = specSelectors.specJson().get('paths') as Tree
    for (const [path, methods] of Object.entries(paths.toJS() as Record<string, Record<string, Operation>>))
      for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
        for (const { name, in: location } of parameters) {
          const value = latest.get(name)
          if (location === 'path' && value !== undefined) specActions.changeParam([path, method], name, location, value)
        }
        const body = requestBody && oas3Selectors.requestBodyValue(path, method)
        const filledIn = withLatest(body)
        if (filledIn !== body) oas3Actions.setRequestBodyValue({ value: filledIn, pathMethod: [path, method] })
      }
  }

  /** An error response as one line that expands to an example of each of its problems. */
  const errorResponse =
    (Original: Component<ResponseProps>, { React: { createElement } }: System): Component<ResponseProps> =>
    (props) => {
      const { code, className, response, getComponent } = props
      const examples = response.getIn(['content', 'application/problem+json', 'examples']) as Tree | undefined
      if (examples === undefined) return createElement(Original, props)
      const problems = Object.values(examples.toJS() as Record<string, Example>)
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
          oas3: {
            wrapActions: {
              setRequestBodyValue: (set: (body: RequestBody) => unknown) => (body: RequestBody) =>
                set({ ...body, value: withLatest(body.value) }),
            },
          },
          spec: {
            wrapActions: {
              setResponse:
                (set: (path: string, method: string, response: { body?: unknown }) => unknown, system: System) =>
                (path: string, method: string, response: { body?: unknown }) => {
                  for (const [name, value] of identifiersIn(response.body)) latest.set(name, value)
                  fillIn(system)
                  for (const value of latest.values()) replaceable.add(value)
                  return set(path, method, response)
                },
            },
          },
        },
      },
    ],
  })
}
