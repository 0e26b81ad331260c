import type { CommandEntry } from './command-entry.ts';

/**
 * The commands stand in the order of the help, each with the function that loads it: a command does not wait for the
 * code of the others. Those of programs/known-programs.ts come besides.
 */
export const commands: Readonly<Record<string, CommandEntry>> = {
  start: {
    summary: 'run the collector, and an agent if it has the right to capture',
    load: async () => (await import('./start/start-command.ts')).startCommand,
  },
  scan: {
    summary: 'scan a domain: DNS, DNSSEC, mail and TLS, with the most important problems first',
    load: async () => (await import('./commands/examine/scan.ts')).scanCommand,
  },
  resolve: {
    summary: 'resolve a name outside the DNS: .eth, .crypto, Handshake, .i2p, .onion, .bit',
    load: async () => (await import('./commands/examine/resolve.ts')).resolveCommand,
  },
  tech: {
    summary: 'list the technologies of a web site',
    load: async () => (await import('./commands/examine/tech.ts')).techCommand,
  },
  quality: {
    summary: 'check the quality of a web page, and list what to improve first',
    load: async () => (await import('./commands/examine/quality.ts')).qualityCommand,
  },
  status: {
    summary: 'show the state of the collector and of its sensors',
    load: async () => (await import('./commands/operate/status.ts')).statusCommand,
  },
  top: {
    summary: 'show the current DNS queries on the network',
    load: async () => (await import('./top/top-command.ts')).topCommand,
  },
  report: {
    summary: 'show the changes since the previous period, as text or HTML',
    load: async () => (await import('./report/report-command.ts')).reportCommand,
  },
  threats: {
    summary: 'list, show, resolve and reopen threats',
    load: async () => (await import('./commands/watch/threats.ts')).threatsCommand,
  },
  queries: {
    summary: 'search and export stored queries',
    load: async () => (await import('./commands/watch/queries.ts')).queriesCommand,
  },
  block: {
    summary: 'block names and addresses on resolvers',
    load: async () => (await import('./commands/watch/policy.ts')).blockCommand,
  },
  allow: {
    summary: 'allow names and addresses on resolvers',
    load: async () => (await import('./commands/watch/policy.ts')).allowCommand,
  },
  feeds: {
    summary: 'list, enable, disable and refresh threat feeds, and show what each contributes',
    load: async () => (await import('./commands/watch/feeds.ts')).feedsCommand,
  },
  datasets: {
    summary: 'list, enable, disable and refresh datasets about addresses, and import files',
    load: async () => (await import('./commands/operate/datasets.ts')).datasetsCommand,
  },
  indicators: {
    summary: 'import, list and remove lists of bad names',
    load: async () => (await import('./commands/watch/indicators.ts')).indicatorsCommand,
  },
  registrations: {
    summary: 'import registrations for reverse WHOIS from files of any size',
    load: async () => (await import('./registrations/registrations-command.ts')).registrationsCommand,
  },
  sigma: {
    summary: 'add, list, try and remove Sigma rules',
    load: async () => (await import('./commands/watch/sigma.ts')).sigmaCommand,
  },
  sinks: {
    summary: 'forward stored queries and threats, and show the progress of each sink',
    load: async () => (await import('./commands/watch/sinks.ts')).sinksCommand,
  },
  ct: {
    summary: 'show the state of certificate logs, and search their certificates for a domain',
    load: async () => (await import('./commands/watch/ct.ts')).ctCommand,
  },
  canary: {
    summary: 'test with harmless names which sensors detect them',
    load: async () => (await import('./commands/watch/canary.ts')).canaryCommand,
  },
  mcp: {
    summary: 'answer the requests of an AI assistant (Model Context Protocol)',
    load: async () => (await import('./mcp/mcp-command.ts')).mcpCommand,
  },
  replay: {
    summary: 'try detectors or a list on stored queries',
    load: async () => (await import('./commands/watch/replay.ts')).replayCommand,
  },
  validate: {
    summary: 'check a zone file or a server configuration offline',
    load: async () => (await import('./commands/examine/validate.ts')).validateCommand,
  },
  compliance: {
    summary: 'write reports on a compliance framework, and verify them',
    load: async () => (await import('./commands/watch/compliance.ts')).complianceCommand,
  },
  audit: {
    summary: "verify the account's audit log",
    load: async () => (await import('./commands/operate/audit.ts')).auditCommand,
  },
  'setup-link': {
    summary: 'make a link with which a person sets a new password',
    load: async () => (await import('./commands/operate/setup-link.ts')).setupLinkCommand,
  },
  agents: {
    summary: 'show and change the settings that agents take from the collector',
    load: async () => (await import('./commands/operate/agents.ts')).agentsCommand,
  },
  enrol: {
    summary: 'make tokens with which agents get keys of their own; list and revoke these agents',
    load: async () => (await import('./commands/operate/enrol.ts')).enrolCommand,
  },
  certificate: {
    summary: 'show the certificate of the collector and the state of its renewal',
    load: async () => (await import('./commands/operate/certificate.ts')).certificateCommand,
  },
  aside: {
    summary: 'list, retry or discard batches that the store refused',
    load: async () => (await import('./commands/operate/aside.ts')).asideCommand,
  },
  backup: {
    summary: 'make a backup of a running collector, and verify it',
    load: async () => (await import('./commands/operate/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'restore a backup into an empty data directory',
    load: async () => (await import('./commands/operate/restore.ts')).restoreCommand,
  },
  doctor: {
    summary: 'find problems, and say what to do',
    load: async () => (await import('./commands/operate/doctor.ts')).doctorCommand,
  },
  size: {
    summary: 'compute disks, processors and machines for a given number of queries',
    load: async () => (await import('./commands/operate/size.ts')).sizeCommand,
  },
  bench: {
    summary: 'measure agent, store, API or HTTP on this machine',
    load: async () => (await import('./commands/operate/bench.ts')).benchCommand,
  },
  completion: {
    summary: 'print a script that completes command lines in a shell',
    load: async () => {
      const { completionCommand } = await import('./commands/operate/completion.ts');
      return () => completionCommand(commands);
    },
  },
};
