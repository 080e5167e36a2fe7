import type { Flavour } from './flavour.ts'

/** The message of the error when no server can be provided: what the developer can do, and what failed. */
export const installationInstructions = (flavour: Flavour, failures: readonly string[]): string =>
  [
    `The tests need a ${flavour === 'mysql' ? 'MySQL' : 'MySQL-compatible'} server and found none. Do one of these:`,
    '- Set TEST_MYSQL_URL to one whose user may create databases, such as mysql://user:password@127.0.0.1:3306',
    '- Install one. It need not run: the tests start their own instance of it:',
    ...commands[flavour].map((line) => `    ${line}`),
    '- Start Docker.',
    'What was tried:',
    ...failures.map((line) => `- ${line.replaceAll('\n', '\n    ')}`),
  ].join('\n')

const commands = {
  mariadb: [
    'Debian, Ubuntu  apt-get install --no-install-recommends mariadb-server-core',
    'Fedora, RHEL    dnf install mariadb-server',
    'Alpine          apk add mariadb',
    'Arch            pacman -S mariadb',
    'macOS           brew install mariadb',
  ],
  mysql: [
    'Debian unstable apt-get install --no-install-recommends mysql-server-core',
    'Ubuntu          apt-get install --no-install-recommends mysql-server-core-8.4 (or -8.0)',
    'Fedora, RHEL    dnf install mysql-server',
    'macOS           brew install mysql',
  ],
} as const
