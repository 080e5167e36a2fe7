import { describe, expect, it } from '@jest/globals'
import { mysqlCommands } from './mysql-commands.ts'

describe('the commands for a backup of a MySQL database', () => {
  it('name the server, the user and the database, and options that make it consistent, and no password', () => {
    const { backup, restore } = mysqlCommands('mysql://mus%C3%A9um:p%40ss@db.example/my%20museum', 'b c.sql', {})
    const connection = '--host=db.example --port=3306 --user=muséum --password'
    const options =
      '--single-transaction --quick --skip-lock-tables --hex-blob --no-tablespaces --default-character-set=utf8mb4'
    expect(backup.split('\n')).toEqual([
      'With the programs of MySQL:',
      '  umask 077',
      `  mysqldump ${connection} ${options} --set-gtid-purged=OFF --result-file='b c.sql' -- 'my museum'`,
      'With the programs of MariaDB:',
      '  umask 077',
      `  mariadb-dump ${connection} ${options} --result-file='b c.sql' -- 'my museum'`,
    ])
    const loading = ['mysql', 'mariadb'].map((program) => [
      `  ${program} ${connection} --execute='create database \`my museum_restored\`'`,
      `  ${program} ${connection} --default-character-set=utf8mb4 -- 'my museum_restored' < 'b c.sql'`,
    ])
    expect(restore.split('\n')).toEqual([
      'With the programs of MySQL:',
      ...loading[0]!,
      'With the programs of MariaDB:',
      ...loading[1]!,
    ])
    expect(backup + restore).not.toMatch(/p@ss|p%40ss/)
  })

  it('use TLS with the certificates of the settings', () => {
    const settings = {
      MUSEUM_DATABASE_CA_FILE: '/etc/museum/ca.pem',
      MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: '/etc/museum/client.pem',
      MUSEUM_DATABASE_CLIENT_KEY_FILE: '/etc/museum/client-key.pem',
    }
    const { backup } = mysqlCommands('mysql://museum:secret@db.example:3307/museum', 'b.sql', settings)
    const files = '--ssl-ca=/etc/museum/ca.pem --ssl-cert=/etc/museum/client.pem --ssl-key=/etc/museum/client-key.pem'
    expect(backup).toContain(
      `mysqldump --host=db.example --port=3307 --user=museum --password --ssl-mode=VERIFY_IDENTITY ${files} `,
    )
    expect(backup).toContain(
      `mariadb-dump --host=db.example --port=3307 --user=museum --password --ssl-verify-server-cert ${files} `,
    )
  })

  it('use the Unix socket of the URL, its first host, and the address of a host in brackets', () => {
    const commandsOf = (url: string) => mysqlCommands(url, '-b.sql', {}).backup
    expect(commandsOf('mysql://museum:secret@localhost/museum?socketPath=/run/my.sock')).toContain(
      'mysqldump --socket=/run/my.sock --user=museum --password ',
    )
    expect(commandsOf('mysql://museum:secret@db1,db2:3307/museum')).toContain('mysqldump --host=db1 --port=3306 ')
    expect(commandsOf('mysql://museum:secret@[::1]:3306/museum')).toContain("--host='::1'".replaceAll("'", ''))
  })
})
