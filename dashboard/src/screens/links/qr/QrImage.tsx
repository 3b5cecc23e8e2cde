import { Button, Center, Group } from '@mantine/core';

/** The link's code as the link itself serves it, black on white. */
export function QrImage({ shortUrl }: { readonly shortUrl: string }) {
  return (
    <Center bg="white" p={8} style={{ borderRadius: 8 }}>
      <img src={`${shortUrl}/qr.svg`} alt={`QR code of ${shortUrl}`} width={190} height={190} />
    </Center>
  );
}

export function QrDownloads({
  shortUrl,
  placement,
}: {
  readonly shortUrl: string;
  readonly placement?: string | undefined;
}) {
  const own = placement === undefined ? '' : `&placement=${placement}`;
  return (
    <Group gap="xs" maw="100%" w="fit-content">
      {(['svg', 'png'] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={`${shortUrl}/qr.${format}?download=1${format === 'png' ? '&size=1024' : ''}${own}`}
          variant="default"
          size="xs"
          flex="1 1 auto"
        >
          {`Download ${format.toUpperCase()}`}
        </Button>
      ))}
    </Group>
  );
}
