import type { ClientCertificate } from './client-certificate.ts'
import type { DatabaseObserver } from './database-observer.ts'
import type { DatabaseTracer } from './database-tracer.ts'
import type { SettingNames } from './setting-names.ts'

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
   * Called with a sentence for the operator: when the database file is opened and other users can read it, and when another
   * host of the URL is used from now on.
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
   * The names of your settings for the URL, `ca` and `clientCertificate`, such as environment variables, for the messages of
   * `DatabaseUnusable`; by default "the database URL", "the option `ca`" and "the option `clientCertificate`".
   */
  settingNames?: SettingNames | undefined
}>
