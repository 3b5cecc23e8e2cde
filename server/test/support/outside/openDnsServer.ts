import dns2 from 'dns2';

const { Packet } = dns2;

type Type = 'A' | 'AAAA' | 'CAA' | 'CNAME' | 'TXT';

/**
 * A DNS server on loopback that knows what `zone` says: `TXT name` → values; CAA values read `issue letsencrypt.org`. Of names in
 * `broken` it says what resolvers say of a wrong DNSSEC chain.
 */
export async function openDnsServer() {
  const zone = new Map<string, readonly string[]>();
  const broken = new Set<string>();
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
      if (broken.has(name)) response.header.rcode = SERVFAIL;
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
    broken,
    asked,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

const SERVFAIL = 2;

function answerOf(name: string, type: Type, value: string) {
  const base = { name, type: Packet.TYPE[type], class: Packet.CLASS.IN, ttl: 1 };
  switch (type) {
    case 'A':
    case 'AAAA':
      return { ...base, address: value };
    case 'CAA': {
      const [tag = '', ...rest] = value.split(' ');
      return { ...base, flags: 0, tag, value: rest.join(' ') };
    }
    case 'CNAME':
      return { ...base, domain: value };
    case 'TXT':
      return { ...base, data: value };
    default:
      return type satisfies never;
  }
}
