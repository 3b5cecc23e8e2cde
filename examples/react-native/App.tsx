import { LinkProvider, useLink } from '@fairlead/sdk/react';
import { formatReceipt } from '@fairlead/sdk/react-native';
import { useEffect, useState } from 'react';
import { Text, View } from 'react-native';
import { links } from './links';
import { PasteButton } from './PasteButton';

export function App() {
  return (
    <LinkProvider app={links}>
      <View>
        <Screen />
        <PasteButton />
        <Receipt />
      </View>
    </LinkProvider>
  );
}

/** Also if it is mounted after the link has come. */
function Screen() {
  const link = useLink<{ screen?: string }>();
  return <Text>{link?.parameters.screen ?? 'Welcome'}</Text>;
}

function Receipt() {
  const [receipt, setReceipt] = useState('');
  useEffect(() => {
    void links.start().then(() => setReceipt(formatReceipt(links.receipt())));
  }, []);
  return <Text>{receipt}</Text>;
}
