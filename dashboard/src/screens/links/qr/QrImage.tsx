import { codeFileName } from '@fairlead/contract/qrLook';
import { Button, Center, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

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
  plain = false,
}: {
  readonly shortUrl: string;
  readonly placement?: string | undefined;
  /** Beside downloads in a look of one's own. */
  readonly plain?: boolean;
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
          onClick={() =>
            notifications.show({ message: `Downloading ${codeFileName(shortUrl)}.${format}` })
          }
        >
          {plain ? `Plain ${format.toUpperCase()}` : `Download ${format.toUpperCase()}`}
        </Button>
      ))}
    </Group>
  );
}
