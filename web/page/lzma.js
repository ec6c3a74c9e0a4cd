// What a bit depends on, by the first of its chances. All but literals are as LZMA has them with no bits of the place.
const match = 0, repeat = 12, notLast = 24, notSecond = 36, notThird = 48, longer = 60, far = 72, low = 328, lowest = 456;
const lengths = 472, repeated = 1000, literal = 1984;
const most = 1 << 24; // bytes

// unpacked returns a stream of what xz packed as raw LZMA with pb=0, piece by piece, so that others can begin with it.
export function unpacked(packed) {
  const out = new Uint8Array(most), chances = new Uint16Array(literal + 8 * 0x300).fill(1024);
  let at = 5, range = 0xffffffff, code = new DataView(packed.buffer).getUint32(1);
  let to = 0, state = 0, distances = [0, 0, 0, 0], ended = false;

  const take = () => {
    if (range >= 0x1000000) return;
    range = range << 8 >>> 0;
    code = (code << 8 | packed[at++]) >>> 0;
  };
  const bit = place => {
    const chance = chances[place], bound = (range >>> 11) * chance, one = code >= bound;
    if (one) code -= bound;
    range = one ? range - bound : bound;
    chances[place] += one ? -(chance >> 5) : 2048 - chance >> 5;
    take();
    return one ? 1 : 0;
  };
  const even = count => { // bits with even chances
    let all = 0;
    while (count--) {
      range >>>= 1;
      const one = code >= range;
      if (one) code -= range;
      all = all << 1 | one;
      take();
    }
    return all;
  };
  const tree = (place, count, all = 1) => {
    for (let i = 0; i < count; i++) all = all << 1 | bit(place + all);
    return all - (1 << count);
  };
  const backward = (place, count) => {
    let all = 0;
    for (let i = 0, node = 1; i < count; i++) {
      const one = bit(place + node);
      node = node << 1 | one;
      all |= one << i;
    }
    return all;
  };
  const lengthAt = place => !bit(place) ? 2 + tree(place + 2, 3) : !bit(place + 1) ? 10 + tree(place + 16, 3) : 18 + tree(place + 32, 8);
  const byte = () => {
    const place = literal + (to && out[to - 1] >> 5) * 0x300;
    let all = 1;
    if (state > 6) { // behind a match, the byte that did not go on with it says something
      let other = out[to - distances[0] - 1], like = 0x100;
      while (all < 0x100) {
        other <<= 1;
        const its = other & like, one = bit(place + like + its + all);
        all = all << 1 | one;
        like &= one ? its : ~its;
      }
    } else while (all < 0x100) all = all << 1 | bit(place + all);
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    out[to++] = all;
  };
  const distance = length => {
    const slot = tree(far + 64 * Math.min(length - 2, 3), 6), count = (slot >> 1) - 1, high = (2 | slot & 1) << count;
    return slot < 4 ? slot : slot < 14 ? high + backward(low + high - slot, count) : high + (even(count - 4) << 4) + backward(lowest, 4);
  };
  const copied = () => { // how much, from the distance in front
    if (!bit(repeat + state)) {
      const length = lengthAt(lengths);
      distances = [distance(length), ...distances.slice(0, 3)];
      state = state < 7 ? 7 : 10;
      return length;
    }
    if (!bit(notLast + state)) {
      if (!bit(longer + state)) return state = state < 7 ? 9 : 11, 1;
    } else {
      const [which] = distances.splice(!bit(notSecond + state) ? 1 : 2 + bit(notThird + state), 1);
      distances.unshift(which);
    }
    const length = lengthAt(repeated);
    state = state < 7 ? 8 : 11;
    return length;
  };

  return new ReadableStream({ pull(stream) {
    const from = to;
    while (!ended && to - from < 1 << 16) {
      if (!bit(match + state)) {
        byte();
        continue;
      }
      const end = to + copied(), back = distances[0] + 1;
      ended = back === 0; // the mark of the end
      if (!ended) for (; to < end; to++) out[to] = out[to - back];
    }
    if (to > from) stream.enqueue(out.slice(from, to));
    if (ended) stream.close();
  } });
}
