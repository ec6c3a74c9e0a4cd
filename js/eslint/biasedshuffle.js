// Rules for ESLint that find shuffles and draws in JavaScript and TypeScript that cannot be fair:
//   import biasedshuffle from "yates/eslint";
//   export default [biasedshuffle.configs.recommended];

// name returns what the last part of a callee is called, such as floor of Math.floor(x).
const name = (node) => {
	if (node?.type === "ChainExpression") return name(node.expression);
	if (node?.type === "MemberExpression" && !node.computed) return node.property.name;
	return node?.type === "Identifier" ? node.name : "";
};

const isCall = (node, ...names) => node?.type === "CallExpression" && names.includes(name(node.callee));
const isFunction = (node) => /Function/.test(node?.type);
const isId = (node, id) => node?.type === "Identifier" && node.name === id;
const number = (node) => (node?.type === "Literal" && typeof node.value === "number" ? node.value : NaN);

// A look is what the rules ask about the code of a file.
const look = (source) => {
	const walk = (node, see, inside = () => true) => {
		if (see(node)) return true;
		return (source.visitorKeys[node.type] ?? []).some((key) =>
			[node[key]].flat().some((child) => child && inside(child) && walk(child, see, inside)));
	};
	const text = (node) => source.getText(node);
	const variable = (node) => {
		for (let scope = source.getScope(node); scope; scope = scope.upper) {
			if (scope.set.has(node.name)) return scope.set.get(node.name);
		}
	};
	// value returns what a variable is set to where that is one expression, else the node itself.
	const value = (node) => {
		if (node?.type !== "Identifier") return node;
		const found = variable(node);
		const def = found?.defs.length === 1 && found.defs[0];
		if (def?.type === "FunctionName") return def.node;
		const writes = found?.references.filter((r) => r.writeExpr) ?? [];
		const one = def?.type === "Variable" && writes.length === 1 && def.node.id.type === "Identifier";
		return one ? writes[0].writeExpr : node;
	};
	const random = (n) => isCall(n, "random") && n.arguments.length === 0;
	const draws = (node) => walk(node, random);
	// scale returns x of Math.floor(Math.random() * x), and how it is made whole.
	const scale = (node) => {
		const whole = node?.type === "UnaryExpression" && node.operator === "~" ? node.argument : node;
		const cut = whole?.type === "UnaryExpression" || whole?.type === "BinaryExpression" && whole.operator === "|";
		const call = isCall(node, "floor", "trunc", "round", "parseInt");
		const product = cut ? whole.argument ?? whole.left : call ? node.arguments[0] : null;
		if (product?.type !== "BinaryExpression" || product.operator !== "*") return null;
		const { left, right } = product;
		if (!random(left) && !random(right)) return null;
		return { of: random(left) ? right : left, rounds: call && name(node.callee) === "round" };
	};
	const around = (node, is) => {
		for (let n = node.parent; n; n = n.parent) if (is(n)) return n;
	};
	return { walk, text, variable, value, draws, scale, around };
};

const rule = (description, message, create) => ({
	meta: {
		type: "problem", schema: [], messages: { found: message },
		docs: { description, url: "https://pkg.go.dev/github.com/yates-shuffle/yates/biasedshuffle" },
	},
	create: (context) => {
		const seen = new Set(); // a draw that is used twice is one
		return create(look(context.sourceCode), (node) =>
			seen.size < seen.add(node).size && context.report({ node, messageId: "found" }));
	},
});

const sorts = ["sort", "toSorted"];
// swapped returns the indices of the elements of one array that a loop swaps, as names.
const swapped = (at, loop) => {
	const to = [];
	at.walk(loop.body, (n) => {
		if (n.type !== "AssignmentExpression" || n.operator !== "=") return false;
		for (const place of n.left.type === "ArrayPattern" ? n.left.elements : [n.left]) {
			if (place?.type === "MemberExpression" && place.computed) to.push(place);
		}
		return false;
	});
	if (to.length !== 2 || at.text(to[0].object) !== at.text(to[1].object)) return null;
	return { of: to[0].object, by: to.map((n) => n.property) };
};

// counted returns the variable that a loop counts by, if its body changes it nowhere.
const counted = (at, loop) => {
	const by = loop.type === "ForStatement" && loop.update ? loop.update : loop.test;
	let id = null;
	if (by) at.walk(by, (n) => {
		const to = n.type === "UpdateExpression" ? n.argument : n.type === "AssignmentExpression" ? n.left : null;
		if (to?.type === "Identifier") id = to;
		return false;
	});
	const writes = (n) => n.type === "UpdateExpression" && isId(n.argument, id.name) ||
		n.type === "AssignmentExpression" && isId(n.left, id.name);
	return id && !at.walk(loop.body, writes) ? id : null;
};

// swapsByDraw calls see with the draw, its scale, the counter, the array and what ends it of a loop that swaps the item
// at the counter with one that is drawn.
const swapsByDraw = (at, see) => (loop) => {
	const swap = swapped(at, loop), i = counted(at, loop);
	if (!swap || !i || !swap.by.some((n) => isId(n, i.name))) return;
	const other = swap.by.find((n) => !isId(n, i.name));
	const drawn = other?.type === "Identifier" ? drawnIn(at, loop, other) : other;
	const scale = at.scale(drawn);
	if (scale && !scale.rounds) see(drawn, scale.of, i, swap.of, loop.test?.right);
};

// drawnIn returns the only value that a loop gives a variable.
const drawnIn = (at, loop, id) => {
	const writes = at.variable(id)?.references.filter((r) => r.writeExpr) ?? [];
	const [from, to] = loop.body.range;
	const within = writes.filter((r) => from <= r.identifier.range[0] && r.identifier.range[1] <= to);
	return within.length === 1 ? within[0].writeExpr : null;
};

const loops = (see) => ({ ForStatement: see, WhileStatement: see, DoWhileStatement: see });

// isLess reports whether a node is x.length - 1 of an array, by its text.
const isLess = (at, node, array) => {
	const n = at.value(node);
	return n?.type === "BinaryExpression" && n.operator === "-" && number(n.right) === 1 &&
		at.text(at.value(n.left)) === `${array}.length`;
};

// isCycle reports whether a node is in a function whose name says that no item may stay.
const isCycle = (at, node) => at.around(node, (n) => isFunction(n) && /sattolo|derange/i.test(name(n.id ?? n.parent.id)));

// length returns a number, or how many items a constant has whose length a node is, or NaN.
const length = (at, node) => {
	const of = node.type === "MemberExpression" && name(node) === "length" ? at.value(node.object) : null;
	return (typeof of?.value === "string" ? of.value : of?.elements)?.length ?? number(node);
};

// bytes reports whether a node is made of random bytes, of which remainders are uneven.
const bytes = (at, node, depth = 0) => depth < 4 && at.walk(node, (n) => {
	if (isCall(n, "randomBytes", "pseudoRandomBytes")) return true;
	if (n.type === "NewExpression" && /^Uint(8|16)(Clamped)?Array$/.test(name(n.callee))) {
		const id = n.parent.type === "VariableDeclarator" && n.parent.id;
		return isCall(n.parent, "getRandomValues", "randomFillSync") || id && at.variable(id)?.references.some((r) =>
			isCall(r.identifier.parent, "getRandomValues", "randomFillSync"));
	}
	if (n.type !== "Identifier") return false;
	const def = at.variable(n)?.defs[0], value = at.value(n);
	if (value !== n && !isFunction(value)) return bytes(at, value, depth + 1);
	const loop = def?.type === "Variable" && def.parent?.parent;
	if (loop?.type === "ForOfStatement") return bytes(at, loop.right, depth + 1);
	const call = def?.type === "Parameter" && def.node.parent;
	const method = isCall(call, "map", "from", "forEach", "reduce") && name(call.callee);
	if (!method || def.name !== def.node.params[method === "reduce" ? 1 : 0]) return false;
	return bytes(at, method === "from" ? call.arguments[0] : call.callee.object, depth + 1);
});

const rules = {
	comparison: rule("a sort by a random comparison",
		"A sort by a random comparison is no shuffle: some orders come far more often.",
		(at, report) => ({
			CallExpression(node) {
				if (!isCall(node, ...sorts) || node.arguments.length === 0) return;
				const compare = at.value(node.arguments.at(-1));
				if (isFunction(compare) && at.draws(compare.body)) report(node);
			},
		})),
	naive: rule("an index from the whole range in each step",
		"Each index is drawn from all: not every order is equally likely. Draw below i + 1.",
		(at, report) => loops(swapsByDraw(at, (draw, scale, i, array, end) => {
			const all = at.value(scale);
			const fixed = all.type === "Literal" || at.text(all) === `${at.text(array)}.length` ||
				isId(scale, end?.name);
			if (fixed && !at.walk(scale, (n) => isId(n, i.name))) report(draw);
		}))),
	"off-by-one": rule("a range that is one short", "Off by one: the range is one short, or its ends come half as often.",
		(at, report) => ({
			...loops(swapsByDraw(at, (draw, scale, i) => {
				const short = scale.type === "BinaryExpression" && scale.operator === "-" && number(scale.right) > 0;
				if (isId(short ? scale.left : scale, i.name) && !isCycle(at, draw)) report(draw);
			})),
			// Math.round(Math.random() * (max - min)) + min, whose ends come half as often
			"BinaryExpression[operator='+']"(node) {
				for (const [drawn, min] of [[node.left, node.right], [node.right, node.left]]) {
					const scale = at.scale(drawn), range = scale?.of;
					const less = range?.type === "BinaryExpression" && range.operator === "-" ? range.right : null;
					if (less && scale.rounds && at.text(less) === at.text(min)) report(drawn);
				}
			},
			CallExpression(node) {
				if (isCall(node, "splice") && at.scale(at.value(node.arguments[0]))?.rounds) report(node.arguments[0]);
			},
			MemberExpression(node) {
				const drawn = node.computed && at.value(node.property), scale = at.scale(drawn);
				if (!scale || at.around(node, (n) => n.type === "AssignmentExpression" && n.left === node)) return;
				const less = isLess(at, scale.of, at.text(node.object)) && !isCycle(at, node);
				if (scale.rounds || less) report(drawn);
			},
		})),
	modulo: rule("a remainder of random bytes",
		"The remainder of a random byte is biased: 256 is no multiple. Use crypto.randomInt, or draw again.",
		(at, report) => ({
			"BinaryExpression[operator='%']"(node) {
				const n = length(at, at.value(node.right)), all = at.around(node, (n) => isFunction(n) || n.type === "Program");
				if (256 % n === 0 || !bytes(at, node.left)) return;
				const drawn = new Set();
				at.walk(node.left, (n) => n.type === "Identifier" && !drawn.add(n.name), (n) => n.parent.property !== n);
				const again = (n) => n.type === "BinaryExpression" && /^[<>]=?$/.test(n.operator) &&
					[n.left, n.right].some((side) => drawn.has(side.computed ? side.object.name : side.name));
				if (!at.walk(all, again)) report(node);
			},
		})),
	keys: rule("a sort by few random keys",
		"Random keys may be equal, and their items keep their order: sort by Math.random() itself.",
		(at, report) => ({
			CallExpression(node) {
				const compare = isCall(node, ...sorts) && at.value(node.arguments[0]);
				if (!isFunction(compare)) return;
				const key = new Set();
				at.walk(compare.body, (n) => n.type === "BinaryExpression" && key.add(name(n.left)) && false);
				const all = at.around(node, (n) => isFunction(n) || n.type === "Program");
				const few = (n) => n.type === "Property" && key.has(name(n.key)) && number(at.scale(n.value)?.of) < 2 ** 20;
				if (at.walk(all, few)) report(node);
			},
		})),
};

const plugin = { meta: { name: "biasedshuffle" }, rules, configs: {} };
plugin.configs.recommended = {
	plugins: { biasedshuffle: plugin },
	rules: Object.fromEntries(Object.keys(rules).map((id) => [`biasedshuffle/${id}`, "error"])),
};
export default plugin;
