declare const brand: unique symbol

/** A `Raw` of a known kind: it can be read as a `Raw`, but only its valueObject makes one, so that a forgery is deliberate. */
export type Brand<Raw, Name extends string> = Raw & { readonly [brand]: Name }
