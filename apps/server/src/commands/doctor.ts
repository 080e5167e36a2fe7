import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/print.ts'
import { terminalWidth } from '../command-line/terminal-width.ts'

type Options = Readonly<{ full?: true; json?: true }>

export const doctorCommand = (): MuseumCommand =>
  new MuseumCommand('doctor')
    .describe(
      'Checks the settings, the database, what is sold, the ticket keys, the administrators, the clock, the fonts, the disk and ' +
        'the port, and says what to do. It changes nothing, and works beside running servers. Exits with 1 when a finding is ' +
        'serious: the museum does not work, stops working soon, or its data are wrong.',
    )
    .option(
      '--full',
      'Compare the indexes of an embedded database with its tables too, which takes several times as long.',
    )
    .option('--json', 'Print JSON.')
    .example('doctor', 'Check everything.')
    .example('doctor --json', 'Check everything, for a program that watches the museum.')
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
          `${serious} ${serious === 1 ? 'finding is' : 'findings are'} serious: do what the advice says, then run doctor again.`,
        )
    })
