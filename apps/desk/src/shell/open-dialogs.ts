import { signal } from '@preact/signals'

/** The identifiers of the dialogs that are open, the uppermost last. */
export const openDialogs = signal<readonly string[]>([])
