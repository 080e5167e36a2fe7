import type { ExecuteStatement } from './execute-statement.ts'

/** Whether the server is a node of a Galera cluster. MySQL does not have the variable. */
export const isGaleraNode = async (execute: ExecuteStatement): Promise<boolean> => {
  const rows = await execute("show session variables where variable_name = 'wsrep_on' and value = 'ON'")
  return rows.length > 0
}
