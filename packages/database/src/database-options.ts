import type { ClientCertificate } from './certificates.ts'
import type { DatabaseObserver, DatabaseTracer } from './database-observer.ts'

/** The options of `openDatabase`. */
export type DatabaseOptions = Readonly<{
  /**
   * The certificate of the authority that signed the server's, as PEM text or as the path of a PEM file. With it,
   * connections to MySQL use TLS, and the server must prove the host name of the URL.
   */
  ca?: string | undefined
  /**
   * The certificate of this client, for a MySQL user that must have one, and its private key, each as PEM text or as the
   * path of a PEM file. Needs `ca`.
   */
  clientCertificate?: ClientCertificate | undefined
  /** The maximum number of connections to a MySQL server; by default 10. `isReady` has one more. */
  connections?: number | undefined
  /**
   * Called with a sentence for the operator:
   * - when the database file is opened and other users can read it;
   * - when a file of the embedded database was moved, deleted or replaced while it is open;
   * - when another host of the URL comes into use.
   */
  warn?: ((message: string) => void) | undefined
  /** Called with what happens at the database, for metrics. */
  observer?: DatabaseObserver | undefined
  /** Called around what the database does, for traces. */
  tracer?: DatabaseTracer | undefined
  /**
   * Only reads: an embedded database is neither created nor changed, and a session on MySQL refuses writes. By default
   * false.
   */
  readOnly?: boolean | undefined
  /**
   * What the messages of `DatabaseMisconfigured` call the URL, `ca` and `clientCertificate`, such as your environment
   * variables; by default "the database URL", "the option `ca`" and "the option `clientCertificate`".
   */
  settingNames?: SettingNames | undefined
}>

/**
 * What the sentences for the operator call the URL of the database, the certificate of the authority, and that of the client.
 */
export type SettingNames = Readonly<{ url: string; ca: string; clientCertificate?: string }>

export const defaultSettingNames = {
  url: 'the database URL',
  ca: 'the option `ca`',
  clientCertificate: 'the option `clientCertificate`',
} satisfies SettingNames
