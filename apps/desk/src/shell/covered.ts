import { signal } from '@preact/signals'

/** Whether a page covers the whole screen with something; what is behind is inert. */
export const isCovered = signal(false)
