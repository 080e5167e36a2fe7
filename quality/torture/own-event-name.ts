/** The name of the events that staff processes create, which are not in the history of the clients. */
export const ownEventName = 'An event of a staff process'
