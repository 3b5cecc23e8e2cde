import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { openMail } from '#platform/adapters/mail.ts';

const FROM = 'Fairlead <no-reply@fairlead.test>';

test('without SMTP each message becomes a private file named by time and recipient', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'fairlead-mail-'));
  const directory = join(parent, 'mail');
  await using mail = openMail({ directory, from: FROM });
  await mail.send({ to: 'ada@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' });
  await mail.send({ to: '../../etc/passwd@example.com', subject: 'Path', text: 'x' });
  const names = (await readdir(directory)).toSorted();
  assert.equal(names.length, 2);
  const [first = '', second = ''] = names;
  assert.match(first, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z_ada@example\.com_[0-9a-f]{6}\.eml$/);
  assert.match(second, /_\.\._\.\._etc_passwd@example\.com_/);
  assert.equal((await stat(join(directory, first))).mode & 0o777, 0o600);
  assert.equal((await stat(directory)).mode & 0o777, 0o700);
  const source = await readFile(join(directory, first), 'utf8');
  assert.match(source, /^From: Fairlead <no-reply@fairlead\.test>$/m);
  assert.match(source, /^To: ada@example\.com$/m);
  assert.match(source, /multipart\/alternative/);
  await rm(parent, { recursive: true });
});

test('a subject cannot inject a header', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'fairlead-mail-'));
  await using mail = openMail({ directory, from: FROM });
  await mail.send({ to: 'ada@example.com', subject: 'Hi\r\nBcc: eve@example.com', text: 'x' });
  const [name = ''] = await readdir(directory);
  assert.doesNotMatch(await readFile(join(directory, name), 'utf8'), /^Bcc:/m);
  await rm(directory, { recursive: true });
});

test('another sender name is a value of the header, whatever its signs are', async () => {
  for (const [senderName, header] of [
    ['Bluebird', 'Bluebird <no-reply@fairlead.test>'],
    [
      'Books, "Ltd" <eve@example.com>',
      '"Books, \\"Ltd\\" <eve@example.com>" <no-reply@fairlead.test>',
    ],
    ['Bücher', '=?UTF-8?Q?B=C3=BCcher?= <no-reply@fairlead.test>'],
    [
      'A\r\nBcc: eve@example.com',
      '=?UTF-8?Q?A=0D=0ABcc=3A_eve=40example=2Ecom?= <no-reply@fairlead.test>',
    ],
  ] as const) {
    const directory = await mkdtemp(join(tmpdir(), 'fairlead-mail-'));
    await using mail = openMail({ directory, from: FROM });
    const replyTo = 'desk@bluebird.example';
    await mail.send({ to: 'ada@example.com', subject: 'x', text: 'x', senderName, replyTo });
    const [name = ''] = await readdir(directory);
    const source = await readFile(join(directory, name), 'utf8');
    const lines = source.replaceAll('\r\n ', ' ').split('\r\n');
    assert.ok(lines.includes(`From: ${header}`), source);
    assert.ok(lines.includes(`Reply-To: ${replyTo}`), source);
    assert.doesNotMatch(source, /^Bcc:/m);
    await rm(directory, { recursive: true });
  }
});

test('with SMTP the mail server receives sender, recipient and text', async () => {
  const received: { to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  const port = await listen(server);
  {
    await using mail = openMail({
      smtpUrl: `smtp://127.0.0.1:${port}?from=links%40company.test`,
      directory: '/nowhere',
      from: FROM,
    });
    await mail.send({ to: 'ada@example.com', subject: 'Export ready', text: 'Come and get it.' });
  }
  assert.deepEqual(received[0]?.to, ['ada@example.com']);
  assert.match(received[0]?.source ?? '', /^From: links@company\.test\r$/m);
  assert.match(received[0]?.source ?? '', /Come and get it\./);
  await new Promise<void>((resolve) => server.close(resolve));
});

test('sending fails if the mail server is unreachable', async () => {
  await using mail = openMail({ smtpUrl: 'smtp://127.0.0.1:1', directory: '/nowhere', from: FROM });
  await assert.rejects(mail.send({ to: 'ada@example.com', subject: 's', text: 't' }), {
    code: /ECONNREFUSED|ESOCKET/,
  });
});

async function listen(server: SMTPServer): Promise<number> {
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}
