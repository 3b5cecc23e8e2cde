import { DEFAULT_DESCRIPTIONS } from '@fairlead/contract/previewTexts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { LinkValues } from './linkValues.ts';
import { useVerifiedHosts } from './useVerifiedHosts.ts';

/** The card as a social network renders it, from the form's current values. */
export function SocialCard({ values }: { readonly values: LinkValues }) {
  const hosts = useVerifiedHosts();
  const host = values.domain || hosts?.[0] || 'your domain';
  const title = values.ogTitle.trim() || values.name.trim() || host;
  const description = values.ogDescription.trim() || DEFAULT_DESCRIPTIONS[values.type];
  return (
    <section aria-label="Preview">
      <Text size="sm" fw={600} mb={6}>
        Preview
      </Text>
      <div className="card" style={{ padding: 0, overflow: 'hidden' }}>
        <Picture key={values.ogImage} url={values.ogImage.trim()} />
        <div style={{ padding: 12 }}>
          <Text size="xs" c="dimmed" className="truncate">
            {host}
          </Text>
          <Text fw={600} lineClamp={2} className="break" dir="auto">
            {title}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={3} className="break" dir="auto">
            {description}
          </Text>
        </div>
      </div>
    </section>
  );
}

function Picture({ url }: { readonly url: string }) {
  const [broken, setBroken] = useState(false);
  const shown = /^https?:\/\//.test(url) && !broken;
  return (
    <div
      style={{
        aspectRatio: '1200 / 630',
        background: 'var(--page)',
        display: 'grid',
        placeItems: 'center',
        borderBottom: '1px solid var(--line)',
      }}
    >
      {shown ? (
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          style={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
      ) : (
        <Text size="sm" c="dimmed" ta="center" px="md">
          {broken ? 'This image cannot be loaded' : 'No image'}
        </Text>
      )}
    </div>
  );
}
