#!/bin/sh
# Faker `helpers.shuffle`
# fair
# version: node -p 'require("./node_modules/@faker-js/faker/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" @faker-js/faker '(m, x) => m.faker.helpers.shuffle(x)'
