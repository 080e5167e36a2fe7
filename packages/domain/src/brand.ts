declare const brand: unique symbol

/** A nominal type: a `Raw` that only its value object creates. It can be read as a `Raw`; any other way to create one needs a cast. */
export type Brand<Raw, Name extends string> = Raw & { readonly [brand]: Name }
