declare const brand: unique symbol

/** A `Raw` that has been checked: it can be read as a `Raw`, but only its companion makes one. */
export type Brand<Raw, Name extends string> = Raw & { readonly [brand]: Name }
