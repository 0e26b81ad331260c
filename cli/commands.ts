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
    summary: 'scan a domain, an address or a network, and list what to fix first',
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
    summary: 'check the quality of a web page, and list what to fix first',
    load: async () => (await import('./commands/examine/quality.ts')).qualityCommand,
  },
  status: {
    summary: 'show the state of the collector and of its sensors',
    load: async () => (await import('./commands/operate/status.ts')).statusCommand,
  },
  top: {
    summary: 'show the current queries on the network',
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
    summary: 'block names and addresses at the resolvers',
    load: async () => (await import('./commands/watch/policy.ts')).blockCommand,
  },
  allow: {
    summary: 'allow names and addresses at the resolvers',
    load: async () => (await import('./commands/watch/policy.ts')).allowCommand,
  },
  feeds: {
    summary: 'list, enable, disable and refresh threat feeds, and compare their value',
    load: async () => (await import('./commands/watch/feeds.ts')).feedsCommand,
  },
  datasets: {
    summary: 'list, enable, disable, refresh and import datasets about addresses',
    load: async () => (await import('./commands/operate/datasets.ts')).datasetsCommand,
  },
  indicators: {
    summary: 'import, list and remove lists of indicators, such as malicious names',
    load: async () => (await import('./commands/watch/indicators.ts')).indicatorsCommand,
  },
  registrations: {
    summary: 'import domain registrations for reverse WHOIS, from files of any size',
    load: async () => (await import('./registrations/registrations-command.ts')).registrationsCommand,
  },
  sigma: {
    summary: 'add, list, try and remove Sigma rules',
    load: async () => (await import('./commands/watch/sigma.ts')).sigmaCommand,
  },
  sinks: {
    summary: 'send stored queries and threats to other systems, and show the progress',
    load: async () => (await import('./commands/watch/sinks.ts')).sinksCommand,
  },
  ct: {
    summary: 'show the certificate logs that the collector follows, and search for certificates',
    load: async () => (await import('./commands/watch/ct.ts')).ctCommand,
  },
  canary: {
    summary: 'query harmless names that look like threats, and show which sensors noticed',
    load: async () => (await import('./commands/watch/canary.ts')).canaryCommand,
  },
  mcp: {
    summary: 'answer the questions of an AI assistant (Model Context Protocol)',
    load: async () => (await import('./mcp/mcp-command.ts')).mcpCommand,
  },
  replay: {
    summary: 'try detectors or a list of indicators on stored queries',
    load: async () => (await import('./commands/watch/replay.ts')).replayCommand,
  },
  validate: {
    summary: 'check a zone file or the configuration of a name server offline',
    load: async () => (await import('./commands/examine/validate.ts')).validateCommand,
  },
  compliance: {
    summary: 'write, show and verify compliance reports',
    load: async () => (await import('./commands/watch/compliance.ts')).complianceCommand,
  },
  audit: {
    summary: "verify the account's audit log",
    load: async () => (await import('./commands/operate/audit.ts')).auditCommand,
  },
  'setup-link': {
    summary: 'create a link with which a person sets a new password',
    load: async () => (await import('./commands/operate/setup-link.ts')).setupLinkCommand,
  },
  agents: {
    summary: 'show and change the settings that agents take from the collector',
    load: async () => (await import('./commands/operate/agents.ts')).agentsCommand,
  },
  enrol: {
    summary: 'create tokens for the enrolment of agents; list and revoke tokens and agents',
    load: async () => (await import('./commands/operate/enrol.ts')).enrolCommand,
  },
  certificate: {
    summary: 'show the TLS certificate of the collector and the state of its renewal',
    load: async () => (await import('./commands/operate/certificate.ts')).certificateCommand,
  },
  aside: {
    summary: 'list, retry or discard batches that the store refused',
    load: async () => (await import('./commands/operate/aside.ts')).asideCommand,
  },
  backup: {
    summary: 'make a verified backup of a running collector',
    load: async () => (await import('./commands/operate/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'restore a backup into an empty data directory',
    load: async () => (await import('./commands/operate/restore.ts')).restoreCommand,
  },
  doctor: {
    summary: 'find problems of the installation, and say how to fix them',
    load: async () => (await import('./commands/operate/doctor.ts')).doctorCommand,
  },
  size: {
    summary: 'compute disks, processors and machines for a number of queries',
    load: async () => (await import('./commands/operate/size.ts')).sizeCommand,
  },
  bench: {
    summary: 'measure the speed of a part of Sonde on this machine',
    load: async () => (await import('./commands/operate/bench.ts')).benchCommand,
  },
  completion: {
    summary: 'print a completion script for bash, zsh or fish',
    load: async () => {
      const { completionCommand } = await import('./commands/operate/completion.ts');
      return () => completionCommand(commands);
    },
  },
};
