import { ClipboardPasteButton, isPasteButtonAvailable } from 'expo-clipboard';
import { useEffect, useState } from 'react';
import { Text } from 'react-native';
import { links } from '../links';

export default function Home() {
  const [offersPaste, setOffersPaste] = useState(false);

  useEffect(() => {
    void links.start().then(() => {
      const { firstOpen, delivered } = links.receipt();
      setOffersPaste(firstOpen && delivered === 0 && isPasteButtonAvailable);
    });
  }, []);

  return (
    <>
      <Text>Welcome</Text>
      {/* iOS's own paste button, whose tap is the permission. */}
      {offersPaste && (
        <ClipboardPasteButton
          acceptedContentTypes={['plain-text', 'url']}
          onPress={(pasted) => {
            if (pasted.type === 'text') void links.pasted(pasted.text);
          }}
          style={{ height: 44, width: 160 }}
        />
      )}
    </>
  );
}
