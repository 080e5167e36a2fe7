import { type ClientCertificate, faultOfClientCertificate } from '@museum/adapters-persistence'

const names = {
  certificate: 'MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE',
  key: 'MUSEUM_DATABASE_CLIENT_KEY_FILE',
} as const

/** The certificate of the server as a client of MySQL, and its key; `undefined` without one, and after a fault. */
export const readClientCertificate = (
  given: NodeJS.ProcessEnv,
  fileOf: (name: string) => string | undefined,
  faults: string[],
): ClientCertificate | undefined => {
  const [hasCertificate, hasKey] = [given[names.certificate] !== undefined, given[names.key] !== undefined]
  if (!hasCertificate && !hasKey) return undefined
  if (!hasKey) faults.push(`${names.certificate} needs ${names.key}.`)
  if (!hasCertificate) faults.push(`${names.key} needs ${names.certificate}.`)
  if (given['MUSEUM_DATABASE_CA_FILE'] === undefined)
    faults.push(
      `${hasCertificate ? names.certificate : names.key} needs MUSEUM_DATABASE_CA_FILE, the authority of MySQL's certificate.`,
    )
  const [certificate, key] = [fileOf(names.certificate), fileOf(names.key)]
  if (certificate === undefined || key === undefined) return undefined
  const found = faultOfClientCertificate({ certificate, key })
  if (found !== undefined) faults.push(`${names[found.of]} names a file that ${found.fault}.`)
  return { certificate, key }
}
