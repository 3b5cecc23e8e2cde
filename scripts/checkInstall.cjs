// Before `npm start`, in words that any Node understands: the packages, and with them the Node of this project, have to be there.
const { existsSync } = require('node:fs');

// npm writes it when it is done, and deletes it when it begins.
const installed = existsSync(`${__dirname}/../node_modules/.package-lock.json`);
const major = Number(process.versions.node.split('.')[0]);
if (!installed || major < 24) {
  const cause = installed
    ? `this is Node ${process.versions.node}, not the one of npm ci`
    : 'npm ci has not ended here';
  process.stderr.write(
    `Fairlead cannot start: ${cause}. Run npm ci, wait until it is done, then npm start.\n`,
  );
  process.exit(1);
}
