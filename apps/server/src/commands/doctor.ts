import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { counted, print, terminalWidth } from '../command-line/output.ts'

type Options = Readonly<{ full?: true; json?: true }>

export const doctorCommand = (): MuseumCommand =>
  new MuseumCommand('doctor')
    .describe(
      'Checks the settings, the database, what is sold, the ticket keys, the messages, the payments, the administrators, the clock, the fonts, the disk and ' +
        'the port, and says what to do. It changes nothing, and works beside running servers. Exits with 1 when a finding is ' +
        'serious: the museum does not work, will soon stop working, or its data are wrong.',
    )
    .option(
      '--full',
      'Also compare the indexes of an embedded database with its tables, which takes several times as long.',
    )
    .option('--json', 'Print JSON.')
    .example('doctor', 'Check everything.')
    .example('doctor --json', 'Check everything, with output for a monitoring program.')
    .action(async (options: Options) => {
      const { runDoctor } = await import('../doctor/run-doctor.ts')
      const { formatFindings, summaryOf } = await import('../doctor/format-findings.ts')
      if (process.stderr.isTTY) console.error('Checking. On a large database this takes minutes.')
      const findings = await runDoctor(process.env, { isThorough: options.full ?? false })
      const records = findings.map(({ check, level, message, advice }) => ({
        check,
        level,
        message,
        advice: advice ?? null,
      }))
      print(
        options,
        { findings: records },
        () => `${formatFindings(findings, terminalWidth())}\n\n${summaryOf(findings)}`,
      )
      const serious = findings.filter(({ level }) => level === 'serious').length
      if (serious > 0)
        throw new CommandFailed(
          `${counted(serious, 'finding is', 'findings are')} serious: do what the advice says, then run doctor again.`,
        )
    })
