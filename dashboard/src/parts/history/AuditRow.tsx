import type { AuditEntry } from '@fairlead/contract/operations/dashboard/audit';
import { Code, Text } from '@mantine/core';
import { asText } from '../asText.ts';
import { Row } from '../Row.tsx';
import { When } from '../When.tsx';

/** Who did what, when, and from what to what. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const { from, to } = entry.details;
  const details = Object.keys(entry.details).length > 0;
  return (
    <Row
      actions={
        <Text size="sm" c="dimmed" component="div">
          <When at={entry.at} />
        </Text>
      }
    >
      <Text size="sm" className="break">
        <b>
          {entry.actor.kind === 'key' && 'Key '}
          {entry.actor.name}
        </b>{' '}
        {actionText(entry.action)}
        {!ALONE.has(entry.action) && <b> {entry.target.name}</b>}
        {isShort(from) && isShort(to) && ` from ${from} to ${to}`}
      </Text>
      {details && (
        <details className="details">
          <summary>Details</summary>
          <Code block tabIndex={0} style={{ overflow: 'auto' }}>
            {JSON.stringify(entry.details, null, 2)}
          </Code>
        </details>
      )}
    </Row>
  );
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 100;
}

/** Actions whose actor is also their subject. */
const ALONE: ReadonlySet<string> = new Set(['member.joined', 'member.left']);

const WORDS: Readonly<Record<string, string>> = {
  'member.joined': 'joined the project',
  'member.left': 'left the project',
  'domain.firebase': 'changed whether long links of Firebase are answered at',
  'links.restored': 'restored links:',
  'domain.addresses': 'changed where visitors without a link go on',
  'domain.primary': 'changed the primary domain to',
  'invitation.linkShown': 'viewed the link of the invitation for',
  'test_code.created': 'made a test code for the link',
  'test_code.ended': 'ended a test code for the link',
  'comment.created': 'commented on the link',
  'comment.updated': 'edited a comment on the link',
  'comment.deleted': 'deleted a comment on the link',
  'proposal.created': 'proposed a change of the printed link',
  'proposal.approved': 'approved the proposed change of the printed link',
  'proposal.declined': 'declined the proposed change of the printed link',
  'proposal.withdrawn': 'withdrew the proposed change of the printed link',
  'links.created': 'created links:',
  'links.deleted': 'deleted links:',
  'links.updated': 'changed links:',
};

/** "link.created" becomes "created the link". */
function actionText(action: string): string {
  const known = WORDS[action];
  if (known !== undefined) return known;
  const [noun = '', verb = ''] = action.split('.');
  return `${VERBS[verb] ?? verb} the ${NOUNS[noun] ?? noun}`;
}

const VERBS: Readonly<Record<string, string>> = {
  added: asText('added'),
  changed: asText('changed'),
  created: asText('created'),
  deleted: asText('deleted'),
  canceled: asText('canceled'),
  erased: asText('erased'),
  published: asText('published'),
  removed: asText('removed'),
  renamed: asText('renamed'),
  renewed: asText('renewed'),
  restored: asText('restored'),
  revoked: asText('revoked'),
  rotated: asText('rotated'),
  shared: asText('shared'),
  started: asText('started'),
  transferred: asText('transferred'),
  uploaded: asText('uploaded'),
  unshared: asText('stopped sharing'),
  updated: asText('updated'),
  verified: asText('verified'),
};

const NOUNS: Readonly<Record<string, string>> = {
  annotation: asText('note'),
  brand: asText('brand'),
  build: asText('build'),
  domain: asText('domain'),
  event_source: asText('event source'),
  export: asText('export of'),
  folder: asText('folder'),
  image: asText('image'),
  identity_secret: asText('identity secret'),
  installation: asText('installation'),
  invitation: asText('invitation'),
  key: asText('key'),
  link: asText('link'),
  member: asText('member'),
  meta_key: asText('key for ads of Meta'),
  numbers: asText('numbers'),
  plan: asText('plan'),
  project: asText('project'),
  tag: asText('tag'),
  template: asText('template'),
  view: asText('view'),
};
