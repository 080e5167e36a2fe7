import type { Role } from '@museum/application'

const descriptions: Readonly<Record<Role, string>> = {
  admin: 'everything',
  'box-office': 'sell, find and cancel tickets, fetch their images; read capacities, hours and events',
  gate: 'admit tickets, fetch their images; read scans, ticket keys, hours and events',
  reader: 'read hours and events',
}

/** What the users of each role may do, for the help. */
export const roleDescriptions = [
  'Roles:',
  ...Object.entries(descriptions).map(([role, description]) => `  ${role.padEnd(12)}${description}`),
].join('\n')
