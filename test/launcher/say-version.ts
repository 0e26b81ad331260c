// Tells how it was started, for the test of the launcher.
process.stdout.write(
  JSON.stringify({
    version: process.version,
    directory: process.cwd(),
    arguments: process.argv.slice(2),
  }),
);
