import dns2 from 'dns2';

const { Packet } = dns2;

type Type = 'A' | 'CNAME' | 'TXT';

/** A DNS server on loopback that knows what `zone` says: `TXT name` → values. */
export async function openDnsServer() {
  const zone = new Map<string, readonly string[]>();
  const asked: string[] = [];
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const type = (Object.keys(Packet.TYPE) as Type[]).find(
        (name) => Packet.TYPE[name] === (question as { type?: number } | undefined)?.type,
      );
      const name = question?.name.toLowerCase() ?? '';
      asked.push(`${type} ${name}`);
      for (const value of zone.get(`${type} ${name}`) ?? []) {
        const answer: unknown = answerOf(name, type ?? 'A', value);
        // The library's types want a class where its writer reads plain values.
        response.answers.push(answer as (typeof response.answers)[number]);
      }
      void send(response);
    },
  });
  const addresses = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const { port } = addresses.udp as unknown as { port: number };
  return {
    address: `127.0.0.1:${port}`,
    zone,
    asked,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function answerOf(name: string, type: Type, value: string) {
  const base = { name, type: Packet.TYPE[type], class: Packet.CLASS.IN, ttl: 1 };
  switch (type) {
    case 'A':
      return { ...base, address: value };
    case 'CNAME':
      return { ...base, domain: value };
    case 'TXT':
      return { ...base, data: value };
    default:
      return type satisfies never;
  }
}
