import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { WifiOff } from 'lucide-react';

/** Says at once that nothing reaches the server. */
export function Offline() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="yellow" icon={<WifiOff size={18} />} role="alert" mb="md">
      No connection. What you see may be out of date, and nothing can be saved until it is back.
    </Alert>
  );
}
