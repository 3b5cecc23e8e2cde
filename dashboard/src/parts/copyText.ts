import { notifications } from '@mantine/notifications';

/** Copies a text and says so; pages without TLS cannot, and show it instead. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifications.show({ message: `Copied ${text}` });
  } catch {
    notifications.show({
      color: 'red',
      title: 'This browser does not let the page copy',
      message: text,
      autoClose: false,
    });
  }
}
