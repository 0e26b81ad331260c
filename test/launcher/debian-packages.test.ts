import test from 'ava';
import { runModule } from './support.ts';

test('who may not install packages is told the exact command', async (t) => {
  // Another user than root, who may all the same read a checkout that lies in root's home.
  const reading = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  const before = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups', ...reading] : [];
  const { stdout, stderr } = await runModule(
    `import { installPackages } from '#launcher/debian-packages.mjs';
     await installPackages({}, ['libpcap-dev', 'g++']).catch((error) => console.log(error.message));`,
    before,
  );
  t.regex(stdout, /to build the part that reads packets/, stderr);
  t.regex(stdout, /^ {2}sudo apt-get install -y --no-install-recommends libpcap-dev g\+\+$/m);
});

test('a failed step tells what the command said last', async (t) => {
  const { stdout } = await runModule(
    `import { createProgress } from '#launcher/progress.mjs';
     import { runStep } from '#launcher/run-step.mjs';
     const progress = createProgress(process.stdout);
     await runStep(progress, 'Trying', 'sh', ['-c', 'echo first; echo the reason >&2; exit 3'])
       .catch((error) => progress.fail(error));`,
  );
  t.regex(stdout, /^Trying \.\.\.$/m);
  t.regex(stdout, /Trying failed \(exit code 3\)/);
  t.regex(stdout, /\| the reason/);
  t.regex(stdout, /setup\.log/);
});
